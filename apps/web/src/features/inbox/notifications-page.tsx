import {
  inboxRoutes,
  type MailChoices,
  type MailTime,
  mailTimes,
} from '@causeway/contract/inbox/inbox.ts';
import {
  type InboxGroup,
  inboxGroups,
  inboxKinds,
  type MailedKind,
  mailedKinds,
} from '@causeway/contract/inbox/kinds.ts';
import { inboxTexts } from '@causeway/contract/inbox/texts.ts';
import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailChoicesQuery } from '#domain/inbox/inbox-query.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './inbox.module.css';

/** What comes by mail beside the inbox; every change is saved at once. */
export default function NotificationsPage() {
  const { t } = useTranslation('inbox');
  const choices = useQuery(mailChoicesQuery);
  return (
    <PageFrame>
      <PageHeader title={t('mail.title')} line={t('mail.line')} />
      <AccountTabs />
      <QueryView query={choices} skeleton={<SkeletonLines count={12} />}>
        {(chosen) =>
          inboxGroups.map((group) => <Group key={group} group={group} chosen={chosen} />)
        }
      </QueryView>
    </PageFrame>
  );
}

function Group({ group, chosen }: { group: InboxGroup; chosen: MailChoices }) {
  const { t } = useTranslation('inbox');
  const { staff } = useCurrentUser();
  const kinds = mailedKinds.filter((kind) => {
    const { group: ownGroup, isForStaff } = inboxKinds[kind];
    return ownGroup === group && (staff || !isForStaff);
  });
  return (
    <FormSection title={t(`mail.groups.${group}`)}>
      {kinds.map((kind) => (
        <MailTimes key={kind} kind={kind} mail={chosen[kind] ?? 'never'} />
      ))}
      {group === 'people' && <p className={classes.note}>{t('mail.invitations')}</p>}
    </FormSection>
  );
}

function MailTimes({ kind, mail }: { kind: MailedKind; mail: MailTime }) {
  const { t, i18n } = useTranslation('inbox');
  const { impersonator } = useCurrentUser();
  const choose = useMutation({
    // One after the other: every answer tells all choices, and an older one would take back a newer.
    scope: { id: 'mail-choices' },
    mutationFn: (wanted: MailTime) =>
      api.call(inboxRoutes.chooseMail, { body: { kind, mail: wanted } }),
    onSuccess: (chosen) => queryClient.setQueryData(mailChoicesQuery.queryKey, chosen),
    onError: notifyError,
  });
  const language = i18n.language === 'de' ? 'de' : 'en';
  const label = inboxTexts[language][kind].setting;
  return (
    <div className={classes.choice}>
      <span>{label}</span>
      <SegmentedControl
        aria-label={label}
        size="xs"
        value={choose.isPending ? choose.variables : mail}
        disabled={impersonator !== null}
        data={mailTimes.map((value) => ({ value, label: t(`mail.times.${value}`) }))}
        onChange={(value) => choose.mutate(value)}
      />
    </div>
  );
}
