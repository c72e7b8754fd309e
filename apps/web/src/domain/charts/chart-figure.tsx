import { readChart } from '@causeway/contract/drawing/chart-sentence.ts';
import { markAt, placeOfMark } from '@causeway/contract/drawing/picked-mark.ts';
import { VisuallyHidden } from '@mantine/core';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { regionOf } from '#platform/i18n/use-formats.ts';
import { ChartDrawing, type DrawnChart } from './chart-drawing.tsx';
import classes from './chart-figure.module.css';
import { stepFrom, type WalkedMark } from './walk-marks.ts';

type ChartFigureProps = DrawnChart & {
  label: string;
  /** Its numbers as a table. */
  onTable?: (() => void) | undefined;
};

/**
 * A chart for everybody: a sentence says what it shows, arrows walk from mark to mark and speak each,
 * Enter opens the menu of the mark and T the table. Nothing is said when it is read again: only who
 * presses a key hears something, and the focus stays where it is.
 */
export function ChartFigure({ label, onTable, ...chart }: ChartFigureProps) {
  const { choice, fields, rows, formats, missing, units, at, onPick, onMenu } = chart;
  const { t, i18n } = useTranslation('charts');
  const figure = useRef<HTMLDivElement>(null);
  const id = useId();
  const [mark, setMark] = useState<WalkedMark>();
  const [isHere, setIsHere] = useState(false);
  const [spoken, setSpoken] = useState('');
  const emptyName = t('empty');
  const source = useMemo(
    () => ({ choice, fields, rows, formats, missing, units, at, emptyName }),
    [choice, fields, rows, formats, missing, units, at, emptyName],
  );
  const { language } = i18n;
  const reading = useMemo(
    () => readChart({ ...source, language, region: regionOf(language) }),
    [source, language],
  );
  // A map has no order to walk in.
  const isWalked = choice.kind !== 'map';
  const pointed = useMemo(
    () => (mark && isWalked ? placeOfMark(source, reading.data, mark) : undefined),
    [mark, isWalked, source, reading],
  );

  function open() {
    const picked = pointed && markAt(source, pointed);
    const box = figure.current?.getBoundingClientRect();
    if (!picked || !box) return;
    if (onMenu) onMenu(picked, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
    else onPick?.(picked);
  }

  function leave() {
    setMark(undefined);
    setSpoken('');
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = isWalked ? stepFrom(mark, event.key, reading.data) : undefined;
    if (next) {
      setMark(next);
      setSpoken(reading.say(next));
    } else if (event.key === 'Enter' && pointed) open();
    else if (event.key === 'Escape' && mark) leave();
    else if (event.key.toLowerCase() === 't' && onTable) onTable();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const keys = [isWalked && t('keys.walk'), onMenu && isWalked && t('keys.menu')];
  return (
    <figure className={classes.figure}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it answers to keys */}
      <div
        ref={figure}
        className={classes.chart}
        // Only so do screen readers hand on the arrows.
        role="application"
        aria-roledescription={t('figure')}
        aria-label={label}
        aria-describedby={`${id}said ${id}keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onKeyDown={press}
        onFocus={() => setIsHere(true)}
        onBlur={() => setIsHere(false)}
      >
        <ChartDrawing {...chart} pointed={isHere ? pointed : undefined} />
      </div>
      <VisuallyHidden component="figcaption">
        <span id={`${id}said`}>{reading.sentence}</span>
        <span id={`${id}keys`}>
          {[...keys, onTable && t('keys.table')].filter(Boolean).join(' ')}
        </span>
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </figure>
  );
}
