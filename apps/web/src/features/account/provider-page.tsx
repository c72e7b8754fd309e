import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { securityQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { takeFlow } from '#platform/session/provider.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

/** The provider leads back here after connecting, or after proving who one is. */
export default function ProviderPage() {
  const { t } = useTranslation('account');
  const [begun] = useState(takeFlow);
  const [search] = useState(() => location.search);
  const security = useQuery(securityQuery);
  return (
    <PageFrame>
      <PageHeader title={t('identities.title')} />
      {begun ? (
        <QueryView query={security}>
          {({ totpSince }) => <Finish {...begun} search={search} needsCode={totpSince !== null} />}
        </QueryView>
      ) : (
        <p className={classes.notice} data-tone="problem">
          {t('identities.notBegun')}
        </p>
      )}
      <p className={classes.small}>
        <AppLink href="/account/security">{t('identities.back')}</AppLink>
      </p>
    </PageFrame>
  );
}

type FinishProps = { flow: string; next: string | undefined; search: string; needsCode: boolean };

function Finish({ flow, next, search, needsCode }: FinishProps) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => {
      const body = { flow, search, ...(needsCode && code && { code: code.trim() }) };
      return withProof(() => api.call(securityRoutes.finishOutside, { body }));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(securityQuery);
      openHref(next ?? '/account/security');
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!finish.isPending) finish.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.stack}>
      <p className={classes.small}>{t('identities.finishLine')}</p>
      {needsCode && (
        <TextInput
          label={t('totp.code')}
          autoComplete="one-time-code"
          maxLength={20}
          className={classes.codeField}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Problem error={finish.error} />
      <Button type="submit" className={classes.fit} loading={finish.isPending}>
        {t('identities.finish')}
      </Button>
    </form>
  );
}
