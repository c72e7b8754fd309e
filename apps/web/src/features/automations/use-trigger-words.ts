import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { useTranslation } from 'react-i18next';
import { planOfCron } from '#domain/workflows/cron-words.ts';
import { writeMilliseconds } from '#domain/workflows/use-milliseconds.ts';

/** A Sunday, to name weekdays by. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** What starts a workflow, as one would say it: "Weekdays at 09:00, Berlin". */
export function useTriggerWords(): (trigger: Trigger) => string {
  const { t, i18n } = useTranslation('automations');
  const { language } = i18n;

  function dayName(day: number): string {
    const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    return format.format(SUNDAY + day * DAY_MS);
  }

  function scheduleWords(cron: string): string {
    const plan = planOfCron(cron);
    if (!plan) return cron || t('trigger.noSchedule');
    switch (plan.kind) {
      case 'minutes':
        return t('trigger.everyMinutes', { count: plan.every });
      case 'hourly':
        return t('trigger.hourly', { minute: String(plan.minute).padStart(2, '0') });
      case 'weekly':
        return t('trigger.weekly', { days: plan.days.map(dayName).join(', '), time: plan.time });
      case 'monthly':
        return t('trigger.monthly', { day: plan.day, time: plan.time });
      default:
        return t(`trigger.${plan.kind}`, { time: plan.time });
    }
  }

  return (trigger) => {
    switch (trigger.kind) {
      case 'schedule': {
        const place = trigger.zone.split('/').at(-1)?.replaceAll('_', ' ') ?? trigger.zone;
        return `${scheduleWords(trigger.cron)}, ${place}`;
      }
      case 'interval':
        return t('trigger.interval', {
          time: writeMilliseconds(trigger.seconds * 1_000, language),
        });
      case 'rows':
        return t('trigger.rows', { table: trigger.table || '…' });
      case 'objects':
        return t('trigger.objects', { place: trigger.prefix + (trigger.pattern || '*') });
      default:
        return t(`trigger.${trigger.kind}`);
    }
  };
}
