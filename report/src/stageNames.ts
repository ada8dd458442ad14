// Names of the stages of graphs.  Pure.

/** The name of a stage of the backward graph: torch's own name, if it has one, shares the brackets. */
export const ofBackward = (stage: string): string =>
  stage.endsWith(")") ? stage.replace(/\)$/, ", backward)") : `${stage} (backward)`;
