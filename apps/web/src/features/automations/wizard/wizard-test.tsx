import type { Definition } from '@causeway/contract/automations/definition.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { RunState } from '#domain/workflows/run-state.tsx';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';
import classes from './wizard.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

type WizardTestProps = { projectId: string; definition: Definition; isReady: boolean };

/** The whole of it on the rows there are now: what would be sent is shown, and nothing is. */
export function WizardTest({ projectId, definition, isReady }: WizardTestProps) {
  const { t } = useTranslation('automations');
  const runMessage = useRunMessage();
  const attempt = useMutation({
    mutationFn: () =>
      api.call(workflowTestRoutes.tryNew, { params: { projectId }, body: { definition } }),
  });
  const steps = attempt.data?.steps ?? [];
  const told = steps.find(({ node }) => node === 'tell');
  return (
    <div className={classes.found}>
      <div>
        <Button
          variant="default"
          disabled={!isReady}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {t('wizard.test')}
        </Button>
      </div>
      {attempt.error && (
        <p className={classes.problem} role="alert">
          {errorText(attempt.error)}
        </p>
      )}
      {attempt.data && (
        <output className={classes.tested}>
          <ol>
            {steps.map((step) => (
              <li key={step.key}>
                <RunState status={step.status} /> <b>{t(`wizard.step.${step.node}`)}</b>{' '}
                {step.error ? runMessage(step.error) : wordsFor(t, step)}
              </li>
            ))}
          </ol>
          {told ? (
            <ScrolledText className={classes.sent} label={t('wizard.wouldSend')}>
              {messageOf(told)}
            </ScrolledText>
          ) : (
            <p className={classes.hint}>{t('wizard.wouldNot')}</p>
          )}
        </output>
      )}
    </div>
  );
}

function wordsFor(t: TFunction<'automations'>, step: RunStep): string {
  const { rowCount } = (step.output ?? {}) as { rowCount?: number };
  if (step.node === 'find') return t('wizard.found', { count: rowCount ?? 0 });
  if (step.node === 'found_any') return t(step.port === 'true' ? 'wizard.yes' : 'wizard.no');
  return t('wizard.shown');
}

function messageOf({ output }: RunStep): string {
  const sent = (output ?? {}) as { to?: string[]; subject?: string; text?: string };
  const lines = [sent.to?.join(', '), sent.subject, sent.text].filter((line) => line !== undefined);
  return lines.length > 0 ? lines.join('\n') : JSON.stringify(output, null, 2);
}
