import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { regionOf } from '#platform/i18n/use-formats.ts';
import { ToolButton } from '#ui/tool-button.tsx';
import { type Day, startOf } from './wall-time.ts';
import calendarClasses from './calendar.module.css';
import classes from './ways.module.css';

type CalendarTurningProps = {
  days: readonly Day[];
  day: Day;
  isWeek: boolean;
  onBack: () => void;
  onToday: () => void;
  onOn: () => void;
};

/** What is shown of the calendar, and the way to the pages before and after it. */
export function CalendarTurning(props: CalendarTurningProps) {
  const { days, day, isWeek, onBack, onToday, onOn } = props;
  const { t, i18n } = useTranslation('ways');
  const language = regionOf(i18n.language);
  const format = (style: Intl.DateTimeFormatOptions) =>
    // A day is one wherever it is written.
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  const shown = isWeek
    ? format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
        startOf(days[0] ?? day),
        startOf(days.at(-1) ?? day),
      )
    : format({ month: 'long', year: 'numeric' }).format(startOf(day));
  return (
    <div className={calendarClasses.turning}>
      <ToolButton
        icon="chevronLeft"
        label={t(isWeek ? 'calendar.weekBack' : 'calendar.monthBack')}
        onClick={onBack}
      />
      <ToolButton
        icon="chevronRight"
        label={t(isWeek ? 'calendar.weekOn' : 'calendar.monthOn')}
        onClick={onOn}
      />
      <Button size="compact-xs" variant="default" onClick={onToday}>
        {t('calendar.today')}
      </Button>
      <h2 className={classes.heading} aria-live="polite">
        {shown}
      </h2>
    </div>
  );
}
