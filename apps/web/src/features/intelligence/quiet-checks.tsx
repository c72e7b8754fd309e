import {
  intelligenceRoutes,
  type QuietCheck,
} from '@causeway/contract/intelligence/intelligence.ts';
import { checkTexts } from '@causeway/contract/intelligence/texts.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshIntelligence } from '#domain/intelligence/followers.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import classes from './intelligence.module.css';

type QuietChecksProps = { projectId: string; quiet: readonly QuietCheck[]; mayChange: boolean };

/** What is not shown is said: a check that went quiet looks like one that finds nothing. */
export function QuietChecks({ projectId, quiet, mayChange }: QuietChecksProps) {
  const { t, i18n } = useTranslation('intelligence');
  const { number } = useFormats();
  const hear = useMutation({
    mutationFn: async (check: QuietCheck['check']) => {
      await api.call(intelligenceRoutes.hear, { params: { projectId, check } });
      await refreshIntelligence(projectId);
    },
    onError: notifyError,
  });
  return quiet.map(({ check, findings }) => (
    <p key={check} className={classes.only}>
      {t('quiet.line', {
        name: checkTexts[i18n.language as UiLanguage][check].name,
        count: findings,
        number: number(findings),
      })}
      {mayChange && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={hear.isPending && hear.variables === check}
          onClick={() => hear.mutate(check)}
        >
          {t('quiet.hear')}
        </Button>
      )}
    </p>
  ));
}
