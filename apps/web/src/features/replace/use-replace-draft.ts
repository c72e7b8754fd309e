import { useDebouncedValue } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { AddressSearch } from './search-address.ts';

const TYPING_MS = 250;

/** How a draft stands in the address. */
type DraftAddress<Draft> = {
  read: (search: AddressSearch) => Draft;
  write: (draft: Draft) => URLSearchParams;
};

/**
 * What is typed, and what is typed once the fingers rest: the latter is asked for and stands in the
 * address. A link to this page while it is open starts over with what the link says.
 */
export function useReplaceDraft<Draft extends object>({ read, write }: DraftAddress<Draft>) {
  const fromAddress = read(useSearch({ strict: false }));
  const address = write(fromAddress).toString();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [draft, setDraft] = useState(fromAddress);
  const [seen, setSeen] = useState(address);
  // Addresses of our own on their way: when they arrive late, they must not undo what is typed since.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (address !== seen) {
    setSeen(address);
    setSent(sent.slice(sent.indexOf(address) + 1));
    if (!sent.includes(address)) setDraft(fromAddress);
  }
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  const wanted = write(settled).toString();

  useEffect(() => {
    if (wanted === (sent.at(-1) ?? address)) return;
    setSent([...sent, wanted]);
    openHref(scopedHref('/sql/replace') + (wanted ? `&${wanted}` : ''), { replace: true });
    // Only what was typed leads to another address, not the other way round.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);

  return {
    draft,
    settled,
    // From what is there then: two fields may change before the next drawing.
    change: (next: Partial<Draft>) => setDraft((current) => ({ ...current, ...next })),
  };
}
