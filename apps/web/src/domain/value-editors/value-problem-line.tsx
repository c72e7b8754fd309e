import { useTranslation } from 'react-i18next';
import type { ValueProblem } from './value-problem.ts';
import classes from './value-editor.module.css';

/** What the database would say about a value, below its field. */
export function ValueProblemLine({ problem, id }: { problem: ValueProblem; id?: string }) {
  const { t } = useTranslation('value-editors');
  return (
    <p id={id} className={classes.problem}>
      {t(`problem.${problem.key}`, { ...problem })}
    </p>
  );
}
