import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import text from '#ui/text.module.css';
import type { Source } from '../tables-query.ts';
import { findStanding, impactQuery, type Planned } from './change-impact.ts';
import classes from './changes.module.css';

type ImpactNotesProps = { source: Source; planned: Planned };

/** What a change would break, before its button is pressed. Where it is mended opens beside it. */
export function ImpactNotes({ source, planned }: ImpactNotesProps) {
  const { t } = useTranslation('structure');
  const { data, isPending, isError } = useQuery(impactQuery(source, planned));
  const { refusing, doubtful } = findStanding(planned);
  const uses = data?.uses ?? [];
  const more = (data?.total ?? 0) - uses.length;
  const ofProject = (breaks: boolean) =>
    uses
      .filter((use) => use.breaks === breaks)
      .map(({ kind, id, name, url }) => (
        <Use key={`${kind} ${id}`} kind={t(`impact.kinds.${kind}`)}>
          <AppLink href={url} target="_blank">
            {name}
          </AppLink>
        </Use>
      ));
  const ofDatabase = (listed: Planned['usedBy']) =>
    listed.map(({ kind, schema, name }) => (
      <Use key={`${kind} ${schema}.${name}`} kind={t(`kinds.${kind}`)}>
        {schema === planned.table.schema ? name : `${schema}.${name}`}
      </Use>
    ));
  return (
    <section className={classes.impact} aria-label={t('impact.title')} aria-live="polite">
      {isPending && <p className={classes.asking}>{t('impact.asking')}</p>}
      {isError && <p className={text.warningBox}>{t('impact.unknown')}</p>}
      <Uses title={t('impact.refuses')} uses={ofDatabase(refusing)} />
      <Uses title={t('impact.breaks')} uses={ofProject(true)} />
      <Uses title={t('impact.mayBreak')} uses={[...ofProject(false), ...ofDatabase(doubtful)]} />
      {more > 0 && <p>{t('impact.more', { count: more })}</p>}
    </section>
  );
}

/** How many there are is told: of a long list not all are in sight. */
function Uses({ title, uses }: { title: string; uses: ReactNode[] }) {
  const { number } = useFormats();
  if (uses.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>
        {title} <span className={classes.counted}>{number(uses.length)}</span>
      </h3>
      <ul className={classes.impactList}>{uses}</ul>
    </div>
  );
}

function Use({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <li className={classes.use}>
      <span className={classes.kindOfUse}>{kind}</span>
      <span>{children}</span>
    </li>
  );
}
