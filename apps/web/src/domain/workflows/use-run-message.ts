import { findRunMessage } from '@causeway/contract/automations/run-messages.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';

type Recorded = { message: string; code?: string | null };

const counts = new Set(['most', 'rows']);

/** What a run recorded, in the reader's language where it is ours; what others said stays as it came. */
export function useRunMessage(): (recorded: Recorded) => string {
  const { t } = useTranslation('automations');
  const { moment, number } = useFormats();
  /** Moments and counts as the reader's language writes them; all else is somebody's words. */
  const written = (fact: string, value: string | number) => {
    if (fact === 'time' && !Number.isNaN(Date.parse(String(value)))) return moment(String(value));
    return counts.has(fact) && /^\d{1,15}$/.test(String(value)) ? number(Number(value)) : value;
  };
  return ({ message, code }) => {
    const known = findRunMessage(message);
    if (known) {
      const facts: Record<string, string | number> = Object.fromEntries(
        Object.entries(known.facts).map(([fact, value]) => [fact, written(fact, value)]),
      );
      return t(`message.${known.name}`, facts);
    }
    return code ? errorText({ code, message }) : message;
  };
}
