import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
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
  onDay: (day: Day) => void;
};

/** What is shown of the calendar, and the way to the pages before and after it. */
export function CalendarTurning(props: CalendarTurningProps) {
  const { days, day, isWeek, onBack, onToday, onOn, onDay } = props;
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
      <DayField day={day} label={t('calendar.goTo')} onDay={onDay} />
      <h2 className={classes.heading} aria-live="polite">
        {shown}
      </h2>
    </div>
  );
}

type DayFieldProps = { day: Day; label: string; onDay: (day: Day) => void };

/** A year is typed digit by digit, and each of them makes a day: only one of four digits is gone to. */
function DayField({ day, label, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      className={calendarClasses.goTo}
      type="date"
      size="xs"
      aria-label={label}
      title={label}
      min="1000-01-01"
      max="9998-12-31"
      value={typed ?? day}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value >= '1000' && value < '9999') onDay(value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
