import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const month = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The month in the address, so that a link shows what its sender saw; without one it is this one. */
export function useMonth() {
  const { i18n } = useTranslation();
  const { month: asked } = useSearch({ strict: false }) as { month?: unknown };
  const [now] = useState(() => new Date().toISOString().slice(0, 7));
  const shown = typeof asked === 'string' && month.test(asked) ? asked : now;
  const name = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${shown}-01T00:00:00Z`));
  return {
    month: shown,
    name,
    isNow: shown === now,
    before: shifted(shown, -1),
    after: shifted(shown, 1),
  };
}

function shifted(shown: string, by: number): string {
  const date = new Date(`${shown}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
