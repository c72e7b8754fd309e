/**
 * Credits are nearly out: how many tokens of an answer they still pay for, after so many of a question.
 * Without one an answer is as long as it takes.
 */
export type Allowance = (inputTokens: number) => number;

/** About; only where a provider can't tell. */
export const LETTERS_A_TOKEN = 4;
