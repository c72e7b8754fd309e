import { securityRoutes, type Session } from '@causeway/contract/auth/security.ts';
import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionsQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';
import { deviceOf } from './device.ts';
import { Problem } from './problem.tsx';

export function Sessions() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const endOthers = useMutation({
    mutationFn: () => api.call(securityRoutes.endOtherSessions),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  });
  return (
    <QueryView query={sessions}>
      {(list) => (
        <div className={classes.stack}>
          <ul className={classes.rows}>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {list.length > 1 && (
            <Button
              variant="default"
              className={classes.fit}
              loading={endOthers.isPending}
              onClick={() => endOthers.mutate()}
            >
              {t('sessions.endOthers')}
            </Button>
          )}
          <Problem error={endOthers.error} />
        </div>
      )}
    </QueryView>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { id: sessionId } = session;
  const end = useMutation({
    mutationFn: () => api.call(securityRoutes.endSession, { params: { sessionId } }),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  });
  const { browser, system } = deviceOf(session.userAgent);
  const device = browser
    ? t(system ? 'sessions.device' : 'sessions.browser', { browser, system })
    : t('sessions.unknown');
  const ways = session.proofs.map((proof) => t(`proofs.${proof}`)).join(' + ');
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.rowName}>
          {device}
          {session.isCurrent && (
            <Badge size="sm" variant="light" ml="xs" tt="none">
              {t('sessions.current')}
            </Badge>
          )}
        </p>
        <p className={classes.small}>
          {[session.address, ways, t('sessions.since', { date: formats.date(session.createdAt) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={classes.small}>
          {session.impersonator
            ? t('sessions.staff', { name: session.impersonator })
            : t('sessions.seen', { when: formats.ago(session.lastSeenAt) })}
        </p>
        <Problem error={end.error} />
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endNamed', { device })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
