import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '#domain/identity/security-query.ts';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import { Acts } from './acts.tsx';
import { Identities } from './identities.tsx';
import { Impersonations } from './impersonations.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SecondFactor } from './second-factor.tsx';

/** SESS-7: the ways into the account, and who is in. */
export default function SecurityPage() {
  const { t } = useTranslation('account');
  const security = useQuery(securityQuery);
  return (
    <PageFrame>
      <PageHeader title={t('security.title')} line={t('security.line')} />
      <AccountTabs />
      <QueryView query={security}>
        {(ways) => (
          <>
            <FormSection title={t('password.title')} line={t('password.line')}>
              <PasswordForm hasPassword={ways.hasPassword} />
            </FormSection>
            <FormSection title={t('totp.title')} line={t('totp.line')}>
              <SecondFactor ways={ways} />
            </FormSection>
            <FormSection title={t('passkeys.title')} line={t('passkeys.line')}>
              <Passkeys ways={ways} />
            </FormSection>
            {ways.provider && (
              <FormSection title={t('identities.title')} line={t('identities.line')}>
                <Identities ways={ways} provider={ways.provider.name} />
              </FormSection>
            )}
          </>
        )}
      </QueryView>
      <FormSection title={t('sessions.title')} line={t('sessions.line')}>
        <Sessions />
      </FormSection>
      <FormSection title={t('acts.title')} line={t('acts.line')}>
        <Acts />
      </FormSection>
      <FormSection title={t('impersonations.title')} line={t('impersonations.line')}>
        <Impersonations />
      </FormSection>
    </PageFrame>
  );
}
