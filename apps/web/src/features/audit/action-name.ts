import { targetOf } from '@causeway/contract/audit-actions.ts';
import { useTranslation } from 'react-i18next';

/** An act in words: the thing, and what was done. One that has no words yet is named as it is stored. */
export function useActionName(): (action: string) => string {
  const { t, i18n } = useTranslation('audit');
  return (action) => {
    const thing = targetOf(action);
    const verb = action.slice(action.indexOf('.') + 1).replaceAll('.', '-');
    const key = `verbs.${verb}`;
    if (!thing || !i18n.exists(`audit:${key}`)) return action;
    return `${t(`things.${thing}`)}: ${t(key as 'verbs.created')}`;
  };
}
