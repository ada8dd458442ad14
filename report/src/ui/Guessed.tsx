/** What marks a kernel of which it is not certain what it computes. */
export const Guessed = () => <span class="soft" title="Inferred from the kernel's name">≈</span>;
