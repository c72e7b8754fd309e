import { supportRoutes } from '@causeway/contract/support.ts';
import { ActionIcon, Portal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Shown, SupportPlace } from '#domain/support/support-place.tsx';
import { api } from '#platform/api/api.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { loadProvider } from './load-provider.ts';
import classes from './support.module.css';

/** Threads of our own, or the provider the operator chose, which is loaded now and not before. */
export default function SupportPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('support');
  const [shown, setShown] = useState<Shown>({});
  const how = useQuery({
    queryKey: ['support how'],
    queryFn: ({ signal }) => api.call(supportRoutes.how, undefined, { signal }),
    staleTime: Infinity,
  });
  const script = how.data?.script;
  useEffect(() => {
    if (script) void loadProvider(script).then(onClose);
  }, [script, onClose]);
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [onClose]);
  if (script) return null;
  return (
    <Portal>
      <dialog open className={classes.panel} aria-label={t('title')} data-support>
        <div className={classes.panelHead}>
          <h2 className={classes.panelTitle}>{t('title')}</h2>
          <ActionIcon size={26} aria-label={t('close')} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </div>
        <div className={classes.panelBody}>
          <QueryView query={how}>
            {() => <SupportPlace shown={shown} onShow={setShown} canTakePicture />}
          </QueryView>
        </div>
      </dialog>
    </Portal>
  );
}
