import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useNames, type LiveNames } from '../completion/use-names.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import { buildSql, wizardReferences, type WizardTable } from './build-sql.ts';
import {
  readWizardState,
  wizardSteps,
  writeWizardState,
  type WizardState,
  type WizardStep,
} from './wizard-state.ts';

/** Where somebody is in the wizard and what they chose, all of it from the address. */
export function useWizard(connectorId: string) {
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const { history } = useRouter();
  const text = typeof search.choices === 'string' ? search.choices : undefined;
  const state = useMemo(() => readWizardState(text), [text]);
  const step = wizardSteps.find((one) => one === search.step) ?? 'template';
  const names = useNames(connectorId);
  const table = useWizardTable(names, state);
  const sql = table && buildSql(state, table);

  function go(next: { step?: WizardStep; state?: Partial<WizardState> }, { replace = false } = {}) {
    const url = new URL(location.href);
    url.searchParams.set('step', next.step ?? step);
    url.searchParams.set('choices', writeWizardState({ ...state, ...next.state }));
    (replace ? history.replace : history.push)(url.pathname + url.search);
  }

  return {
    step,
    state,
    names,
    table,
    sql,
    /** A step is gone to, and going back comes back from it. */
    goTo: (next: WizardStep) => go({ step: next }),
    /** A choice changes the address in place: going back leaves the step, not the last keystroke. */
    choose: (change: Partial<WizardState>) => go({ state: change }, { replace: true }),
  };
}

export type Wizard = ReturnType<typeof useWizard>;

function useWizardTable(names: LiveNames | undefined, { schema, table }: WizardState) {
  const [learned, setLearned] = useState(0);
  const named = table === '' ? undefined : names?.index.findTable(table, schema || undefined);
  useEffect(() => {
    if (!names || !named) return;
    const others = names.index.referencesOf(named).flatMap(({ from, to }) => [from, to]);
    names.learn([named, ...others]).then(
      () => setLearned((times) => times + 1),
      () => undefined,
    );
  }, [names, named]);
  return useMemo((): WizardTable | undefined => {
    if (!names || !named) return undefined;
    const { index } = names;
    const describe = (one: typeof named) => ({
      written: index.isInPath(one) ? quoted(one.name) : `${quoted(one.schema)}.${quoted(one.name)}`,
      columns: index.columnsOf(one) ?? [],
    });
    const references = wizardReferences(index.referencesOf(named), named.oid, describe);
    return { schema: named.schema, name: named.name, ...describe(named), references };
    // Columns arrive later, in the same index.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [names, named, learned]);
}
