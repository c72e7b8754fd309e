import { type Role } from '@causeway/contract/access.ts';
import type { DraftInvitation } from '@causeway/contract/onboarding.ts';
import { email as emailRule } from '@causeway/contract/users.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { saveOnboarding } from './onboarding-query.ts';
import classes from './onboarding.module.css';
import { Problem, RemoveButton, StepHead, type StepProps, GoOnOrSkip } from './step-parts.tsx';

const invitable: Role[] = ['viewer', 'editor', 'admin'];
const MOST = 20;

/** Kept with every name that is added: nothing is lost by leaving, and nobody is mailed yet. */
export function TeamStep({ state, onDone }: StepProps) {
  const { t } = useTranslation('onboarding');
  const { verified } = useCurrentUser();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [isChecked, setChecked] = useState(false);
  const isAddress = emailRule.safeParse(email.trim()).success;
  const { invitations, outcome } = state;
  const save = useMutation({
    mutationFn: (list: DraftInvitation[]) => saveOnboarding({ invitations: list }),
  });
  const skip = useMutation({
    mutationFn: async () => {
      await saveOnboarding({ skipped: 'team' });
      await onDone();
    },
  });
  const isTyped = email.trim() !== '';
  const goOn = useMutation({
    mutationFn: async () => {
      if (isTyped) await saveOnboarding({ invitations: withTyped() });
      await onDone();
    },
  });

  function withTyped(): DraftInvitation[] {
    const others = invitations.filter((draft) => draft.email !== email.trim());
    return [...others, { email: email.trim(), role }];
  }

  function add(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!isAddress || save.isPending) return;
    save.mutate(withTyped(), {
      onSuccess: () => {
        setEmail('');
        setChecked(false);
      },
    });
  }

  /** An address that is typed and not added yet is meant all the same. */
  function continueOn() {
    setChecked(isTyped);
    if (!isTyped || isAddress) goOn.mutate();
  }

  return (
    <>
      <StepHead title={t('team.title')} line={t(verified ? 'team.lineNow' : 'team.line')} />
      <form className={classes.invite} onSubmit={add} noValidate>
        <TextInput
          type="email"
          label={t('team.email')}
          placeholder="name@example.com"
          className={classes.grow}
          autoFocus
          value={email}
          error={isChecked && !isAddress ? t('team.rule') : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('team.role')}
          value={role}
          data={invitable.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={!isTyped || invitations.length >= MOST}
        >
          {t('team.add')}
        </Button>
      </form>
      {invitations.length > 0 && (
        <ul className={classes.list} aria-label={t('team.list')}>
          {invitations.map((draft) => (
            <li key={draft.email}>
              <span className={classes.grow}>{draft.email}</span>
              <span className={classes.note}>{t(`roles.${draft.role}`)}</span>
              <RemoveButton
                label={t('team.remove', { email: draft.email })}
                onClick={() => save.mutate(invitations.filter((other) => other !== draft))}
              />
            </li>
          ))}
        </ul>
      )}
      {outcome && outcome.invited.length > 0 && (
        <p className={classes.note}>{t('team.sent', { list: outcome.invited.join(', ') })}</p>
      )}
      <Problem error={save.error ?? skip.error ?? goOn.error} />
      <GoOnOrSkip
        isEmpty={invitations.length === 0}
        isBegun={isTyped}
        goOn={{ isPending: goOn.isPending, mutate: continueOn }}
        skip={skip}
      />
    </>
  );
}
