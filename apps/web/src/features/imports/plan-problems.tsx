import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { PlanProblem } from './make-plan.ts';
import classes from './map-step.module.css';

const MOST_SHOWN = 4;

/** Why it can't go on, beside the button that would. */
export function PlanProblems({ problems }: { problems: readonly PlanProblem[] }) {
  const { t } = useTranslation('imports');
  if (problems.length === 0) return null;
  const texts = problems.map((problem) =>
    t(`problem.${problem.kind}`, 'column' in problem ? { column: problem.column } : {}),
  );
  return (
    <output className={classes.problems}>
      <Icon name="warning" />
      <span>
        {texts.slice(0, MOST_SHOWN).join(' ')}
        {texts.length > MOST_SHOWN && ' …'}
      </span>
    </output>
  );
}
