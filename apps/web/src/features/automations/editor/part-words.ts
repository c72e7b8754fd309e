import { useTranslation } from 'react-i18next';
import { useTriggerWords } from '../use-trigger-words.ts';
import type { Part } from './edit-definition.ts';

const starts = new Set<string>([
  'manual',
  'schedule',
  'interval',
  'webhook',
  'rows',
  'objects',
  'alert',
]);

/** How a step is called: by its author, else by its kind. */
export function usePartName(): (part: Part) => string {
  const { t } = useTranslation('editor');
  return (part) => {
    if (part.title) return part.title;
    if (part.kind === 'note') return part.text.split('\n')[0] || t('automations:nodeKind.note');
    // A trigger and a step are both called workflow; only the trigger says on what.
    const isStart = starts.has(part.kind) || (part.kind === 'workflow' && 'on' in part);
    return isStart
      ? t(`automations:triggerKind.${part.kind}`)
      : t(`automations:nodeKind.${part.kind}`);
  };
}

/** One line about what it does, as far as its settings tell. */
export function usePartLine(): (part: Part) => string {
  const triggerWords = useTriggerWords();
  return (part) => {
    switch (part.kind) {
      case 'schedule':
      case 'interval':
      case 'rows':
      case 'objects':
        return triggerWords(part);
      case 'query':
      case 'execute':
        return part.sql.trim().replace(/\s+/g, ' ').slice(0, 80) || part.id;
      case 'http':
        return part.url ? `${part.method} ${part.url}` : part.id;
      case 'ai':
        return part.prompt.trim().replace(/\s+/g, ' ').slice(0, 80) || part.id;
      case 'mail':
        return part.to || part.id;
      case 'upsert':
        return part.table || part.id;
      case 'operation':
        return part.operation || part.id;
      case 'object':
        return part.path ? `${part.action} ${part.path}` : part.id;
      default:
        return part.id;
    }
  };
}
