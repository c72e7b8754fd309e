import { findRunMessage } from '@causeway/contract/automations/run-messages.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';

type Recorded = { message: string; code?: string | null };

/** What a run recorded, in the reader's language where it is ours; what others said stays as it came. */
export function useRunMessage(): (recorded: Recorded) => string {
  const { t } = useTranslation('automations');
  return ({ message, code }) => {
    const known = findRunMessage(message);
    if (known) return t(`message.${known.name}`, known.facts);
    return code ? errorText({ code, message }) : message;
  };
}
