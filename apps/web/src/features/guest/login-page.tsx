import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findClaimToken } from '#domain/claims/claim-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { findLastWay } from '#platform/session/last-way.ts';
import { login } from '#platform/session/session.ts';
import { EmailField } from './email-field.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import classes from './guest-card.module.css';
import { OtherWays, useOtherWays } from './other-ways.tsx';
import { findFlow, findLeaving } from './sign-in-answers.ts';
import { signInMethods } from './sign-in-methods.ts';
import { UsedLast } from './used-last.tsx';
import { useKeepNext } from './use-keep-next.ts';
import { emailField, useMissing } from './use-missing.ts';

// Everybody loads the sign-in, and few need these.
const ClaimPanel = lazy(async () => ({
  default: (await import('#domain/claims/claim-panel.tsx')).ClaimPanel,
}));
const ComeBack = lazy(async () => ({ default: (await import('./come-back.tsx')).ComeBack }));
const SecondFactor = lazy(async () => ({
  default: (await import('./second-factor.tsx')).SecondFactor,
}));

/** The mailed link of a registration asks here, too, in a browser that is not signed in. */
export default function LoginPage() {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const token = findClaimToken(next);
  return <Suspense>{token ? <Claim token={token} /> : <KnownLogin />}</Suspense>;
}

const LONGEST_WAIT_MS = 1_000;

/** Where the provider's button stands first, the form would move under what somebody types. */
function KnownLogin() {
  const [mayMove] = useState(() => findLastWay() === 'provider');
  const isLoading = useQuery(signInMethods).isLoading && mayMove;
  const [isKnown, setKnown] = useState(!isLoading);
  if (!isLoading && !isKnown) setKnown(true);
  useEffect(() => {
    // Somebody wants to sign in, whether that is answered or not.
    const timer = setTimeout(() => setKnown(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isKnown && <Login />;
}

function Claim({ token }: { token: string }) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  return (
    <div className={classes.place}>
      <section className={classes.card}>
        <ClaimPanel token={token} onConfirmed={() => void router.invalidate()} />
      </section>
      <p className={classes.footer}>
        <AppLink href="/guest/login">{t('reset.back')}</AppLink>
      </p>
    </div>
  );
}

function Login() {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const keepNext = useKeepNext();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** What came of a way beside the password. */
  const [other, setOther] = useState<unknown>();
  const signIn = useMutation({
    mutationFn: () => login({ email: email.trim(), password }),
    // The guard sends a signed-in visit from here to the page that was asked for.
    onSuccess: () => router.invalidate(),
  });
  const ways = useOtherWays();
  const flow = findFlow(signIn.error);
  const form = useMissing({
    email: emailField(email, t('emailRule')),
    password: { isMissing: password === '' },
  });
  const leaving = findLeaving(signIn.error) ?? findLeaving(other);
  if (leaving) return <ComeBack {...leaving} onRestart={() => location.reload()} />;
  if (flow) return <SecondFactor flow={flow} onRestart={signIn.reset} />;
  return (
    <GuestCard
      title={t('login.title')}
      line={t('login.line')}
      onSubmit={form.whenComplete(signIn.mutate)}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <AppLink href={keepNext('/guest/register')}>{t('login.register')}</AppLink>
        </>
      }
    >
      <Left />
      {ways.hasLast && <OtherWays place="first" onFailure={setOther} />}
      <EmailField
        autoFocus={!ways.hasLast}
        value={email}
        error={form.errorOf('email')}
        onChange={setEmail}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={form.errorOf('password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <p className={classes.besides}>
        <AppLink href={keepNext('/guest/reset')}>{t('login.forgot')}</AppLink>
      </p>
      <Failure error={signIn.error} />
      <Button
        type="submit"
        variant={ways.hasLast ? 'default' : 'filled'}
        fullWidth
        loading={signIn.isPending || signIn.isSuccess}
      >
        {t('login.submit')}
      </Button>
      {ways.hasSome && findLastWay() === 'password' && (
        <p className={classes.usedBefore}>
          <UsedLast />
        </p>
      )}
      {!ways.hasLast && <OtherWays place="last" onFailure={setOther} />}
    </GuestCard>
  );
}

/** After giving an account up, it is said here that one can still think again. */
function Left() {
  const { t } = useTranslation('guest');
  const formats = useFormats();
  const { left } = useSearch({ strict: false }) as { left?: unknown };
  if (typeof left !== 'string' || Number.isNaN(Date.parse(left))) return null;
  return (
    <output className={classes.notice}>
      {t('comeBack.left', { date: formats.fullDate(left) })}
    </output>
  );
}
