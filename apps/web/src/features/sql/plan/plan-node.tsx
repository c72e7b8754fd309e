import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { PlanNode as Node } from './plan-tree.ts';
import classes from './plan-node.module.css';

/** What of the whole draws the eye. */
const HEAVY = 0.3;

/** One step with what lies below it. */
export function PlanNode({ node }: { node: Node }) {
  const { t } = useTranslation('sql');
  const { percent } = useFormats();
  const { share } = node;
  return (
    <li className={classes.item}>
      <div className={classes.node}>
        <div className={classes.line}>
          <span className={classes.title}>{node.title}</span>
          {node.subject && <span className={classes.subject}>{node.subject}</span>}
          <Figures node={node} />
          {node.isMisjudged && <span className={classes.misjudged}>{t('plan.misjudged')}</span>}
        </div>
        {share !== undefined && (
          <>
            <div className={classes.bars}>
              <span
                className={classes.share}
                data-heavy={share >= HEAVY || undefined}
                style={{ width: `${Math.max(1, share * 100)}%` }}
              />
            </div>
            <span className={classes.part}>{percent(share)}</span>
          </>
        )}
        {node.notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
      {node.children.length > 0 && (
        <ul className={classes.children}>
          {node.children.map((child) => (
            <PlanNode key={child.id} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Figures({ node: { rows, cost, actual } }: { node: Node }) {
  const { t } = useTranslation('sql');
  const { number, tenths } = useFormats();
  const expected = rows === undefined ? undefined : number(rows);
  const ms = actual && tenths(actual.milliseconds);
  const found = actual && number(actual.rows);
  return (
    <span className={classes.figures}>
      {actual && expected !== undefined && t('plan.actual', { rows: found, expected, ms })}
      {actual && expected === undefined && t('plan.actualOnly', { rows: found, ms })}
      {!actual &&
        expected !== undefined &&
        (cost === undefined
          ? t('plan.expectedRows', { rows: expected })
          : t('plan.expected', { rows: expected, cost: number(Math.round(cost)) }))}
    </span>
  );
}
