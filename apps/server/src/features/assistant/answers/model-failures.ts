import { APICallError } from '@ai-sdk/provider';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { Failure } from '@causeway/contract/errors.ts';

type Language = 'en' | 'de';

const texts = {
  en: {
    away: 'The model can not be reached. Your question is kept; ask again later.',
    refused: 'The model refused the key. Somebody who manages this project has to renew it.',
    busy: 'The model takes no more questions right now.',
    again: (seconds: number) => ` Try again in ${seconds} s.`,
    failed: (status: number) => `The model answered with an error (${status}).`,
    cut: 'The model broke off. What it wrote so far is kept.',
    slow: 'The model took too long and was stopped.',
    blocked: 'This installation does not allow calls to the address of the model.',
  },
  de: {
    away: 'Das Modell ist nicht erreichbar. Deine Frage bleibt erhalten; stelle sie später noch einmal.',
    refused:
      'Das Modell hat den Schlüssel abgelehnt. Wer dieses Projekt verwaltet, muss ihn erneuern.',
    busy: 'Das Modell nimmt gerade keine Fragen mehr an.',
    again: (seconds: number) => ` Versuche es in ${seconds} s noch einmal.`,
    failed: (status: number) => `Das Modell hat mit einem Fehler geantwortet (${status}).`,
    cut: 'Das Modell hat abgebrochen. Was es bis dahin geschrieben hat, bleibt erhalten.',
    slow: 'Das Modell hat zu lange gebraucht und wurde gestoppt.',
    blocked: 'Diese Installation erlaubt keine Aufrufe an die Adresse des Modells.',
  },
};

/** What went wrong on the model's side, in one part. What it answered itself is not repeated: it may hold what it was sent. */
export function sayModelFailed(error: unknown, language: Language): PartOf<'error'> {
  return { type: 'error', code: 'E_AI_UNAVAILABLE', message: sentence(error, texts[language]) };
}

function sentence(error: unknown, say: (typeof texts)[Language]): string {
  if (error === undefined) return say.cut;
  const { cause } = Object(error) as { cause?: unknown };
  for (const one of [error, cause]) {
    if (one instanceof Failure) return one.code === 'E_EGRESS_BLOCKED' ? say.blocked : say.away;
  }
  if (APICallError.isInstance(error)) {
    const { statusCode } = error;
    if (statusCode === 401 || statusCode === 403) return say.refused;
    if (statusCode === 429 || statusCode === 529) return say.busy + retryOf(error, say);
    if (statusCode !== undefined && statusCode >= 400) return say.failed(statusCode);
    return statusCode === undefined ? say.away : say.cut;
  }
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  if (/timeout/i.test(name) || /timeout|timed out/i.test(message)) return say.slow;
  if (typeof error === 'string' && /timeout|timed out/i.test(error)) return say.slow;
  return say.cut;
}

function retryOf({ responseHeaders }: APICallError, say: (typeof texts)[Language]): string {
  const seconds = Number(responseHeaders?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? say.again(Math.ceil(seconds)) : '';
}
