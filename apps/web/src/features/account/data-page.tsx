import { useTranslation } from 'react-i18next';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Exports } from './exports.tsx';
import { Leaving } from './leaving.tsx';

/** SESS-7: what is stored about oneself, to take along or to end. */
export default function DataPage() {
  const { t } = useTranslation('account');
  return (
    <PageFrame>
      <PageHeader title={t('data.title')} line={t('data.line')} />
      <AccountTabs />
      <FormSection title={t('exports.title')} line={t('exports.line')}>
        <Exports />
      </FormSection>
      <FormSection title={t('leaving.title')} line={t('leaving.line')}>
        <Leaving />
      </FormSection>
    </PageFrame>
  );
}
