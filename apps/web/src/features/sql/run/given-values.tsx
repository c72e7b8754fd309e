import type { QueryParameter, RunParameter } from '@causeway/contract/sql/queries.ts';
import classes from './given-values.module.css';

/** What the parameters of a statement were when it ran. */
export function GivenValues({ parameters }: { parameters: RunParameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <span className={classes.values}>
      {parameters.map(({ name, value }) => (
        <span key={name} className={classes.value}>
          <span className={classes.name}>:{name}</span> {value ?? 'NULL'}
        </span>
      ))}
    </span>
  );
}

/** The database tells the types again as soon as the statement is looked at. */
export function asTabParameters(parameters: RunParameter[]): QueryParameter[] {
  return parameters.map((parameter) => ({ ...parameter, type: '' }));
}
