from service import IntentService, Request

QUEUE = [
    Request("What is my balance?"),
    Request("Ich habe meine Karte verloren", "de", "phone"),
    Request("send 40 euro to Ana"),
    Request("Quel est mon solde", "fr"),
    Request("card stolen, please block it", channel="phone"),
]

if __name__ == "__main__":
    service = IntentService()
    for request in QUEUE:
        intent, score = service.classify(request)
        print(f"{request.lang} {intent:10s} {score:.5f}")
    for key, count in sorted(service.stats.items()):
        print(*key, count)
