import type { Problem } from '@causeway/contract/automations/definition.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import bars from '#ui/bars.module.css';
import { Icon } from '#ui/icon.tsx';
import { RunState } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { problemText } from './fields/use-field.ts';
import type { ShownRun } from './use-shown-run.ts';
import classes from './workflow-editor.module.css';

type ResultStripProps = {
  shown: ShownRun;
  problems: Problem[];
  onChoose: (id: string) => void;
};

/** Below the canvas: what keeps the draft from running, and which run the marks on it come from. */
export function ResultStrip({ shown, problems, onChoose }: ResultStripProps) {
  const { t } = useTranslation('editor');
  const { ago } = useFormats();
  const milliseconds = useMilliseconds();
  const scopedHref = useScopedHref();
  const { run, source, status } = shown;
  const worst = problems.find(({ isWarning }) => !isWarning) ?? problems[0];
  return (
    <footer className={bars.status} aria-live="polite">
      {worst && (
        <button
          type="button"
          className={classes.problems}
          data-warning={worst.isWarning || undefined}
          onClick={() => worst.place !== null && onChoose(worst.place)}
        >
          <Icon name="warning" size={14} />
          {t('problem.count', { count: problems.length })}
          {': '}
          {worst.place && `${worst.place}: `}
          {problemText(t, worst)}
        </button>
      )}
      {status && (
        <>
          <span>{t(source === 'try' ? 'result.try' : 'result.run')}</span>
          <RunState status={status} />
          {run && <span>{milliseconds(run.ms)}</span>}
          {run && (
            <AppLink href={scopedHref(`/automations/history/${run.id}`)}>
              {ago(run.acceptedAt)}
            </AppLink>
          )}
        </>
      )}
      {!status && !worst && <span>{t('result.none')}</span>}
    </footer>
  );
}
