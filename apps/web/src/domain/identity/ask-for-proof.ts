import { isErrorBody } from '#platform/api/client.ts';

/** Somebody was asked to prove who they are and did not want to. */
export class ProofDeclined extends Error {
  override readonly name = 'ProofDeclined';
}

export type ProofQuestion = { answer: (isProved: boolean) => void };

let question: ProofQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * For what the server does only for who proved a moment ago that it is them: asks when it has to,
 * and goes on where it was. Declined, it rejects with `ProofDeclined`, which needs no telling.
 */
export async function withProof<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isErrorBody(error) || error.code !== 'E_PROOF_REQUIRED') throw error;
    if (!(await askForProof())) throw new ProofDeclined();
    return act();
  }
}

function askForProof(): Promise<boolean> {
  question?.answer(false);
  return new Promise((resolve) => {
    setQuestion({
      answer: (isProved) => {
        setQuestion(undefined);
        resolve(isProved);
      },
    });
  });
}

export function openQuestion(): ProofQuestion | undefined {
  return question;
}

export function onQuestionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setQuestion(next: ProofQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}
