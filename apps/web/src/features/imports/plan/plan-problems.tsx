import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { PlanProblem } from './make-plan.ts';
import classes from '../map/map-step.module.css';

/** Why it can't go on, beside the button that would; columns with the same problem share a sentence. */
export function PlanProblems({ problems }: { problems: readonly PlanProblem[] }) {
  const { t } = useTranslation('imports');
  if (problems.length === 0) return null;
  const byKind = Map.groupBy(problems, ({ kind }) => kind);
  const texts = [...byKind].map(([kind, same]) => {
    const columns = same.flatMap((problem) => ('column' in problem ? problem.column : []));
    return t(`problem.${kind}`, { columns: columns.join(', '), count: columns.length });
  });
  return (
    <output className={classes.problems}>
      <Icon name="warning" />
      <span>{texts.join(' ')}</span>
    </output>
  );
}
