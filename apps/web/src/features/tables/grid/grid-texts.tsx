import { createContext, use, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What cells say to those who can't see them. */
type GridTexts = {
  select: string;
  openRow: string;
  peek: (table: string, key: string) => string;
};

const GridTextsContext = createContext<GridTexts>({ select: '', openRow: '', peek: () => '' });

/** Translated once for all rows: dozens of cells come with every frame of a scroll. */
export function GridTextsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['tables', 'edits']);
  const texts = useMemo((): GridTexts => {
    const known = new Map<string, string[]>();
    return {
      select: t('tables:select'),
      openRow: t('edits:openRow'),
      peek: (table, key) => {
        const parts = known.get(table) ?? t('tables:peek.open', { table, key: GAP }).split(GAP);
        known.set(table, parts);
        return parts.join(key);
      },
    };
  }, [t]);
  return <GridTextsContext value={texts}>{children}</GridTextsContext>;
}

/** Stands where the key goes; no name holds it. */
const GAP = '\u0000';

export function useGridTexts(): GridTexts {
  return use(GridTextsContext);
}
