import { accountRoutes } from '@causeway/contract/account.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { FileButton } from '#ui/file-button.tsx';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

const AvatarCrop = lazy(() => import('./avatar-crop.tsx'));
const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** SESS-7: a picture is chosen, cut to a square, and shown wherever the person is. */
export function AvatarField() {
  const { t } = useTranslation('account');
  const user = useCurrentUser();
  const [chosen, setChosen] = useState<ImageBitmap>();
  const refetch = () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  const choose = useMutation({
    mutationFn: (file: File) =>
      // Whatever the browser stumbles over, it is no picture.
      createImageBitmap(file).catch(() => {
        throw new Error(t('avatar.unreadable'));
      }),
    onSuccess: setChosen,
  });
  const remove = useMutation({
    mutationFn: () => api.call(accountRoutes.removeAvatar),
    onSuccess: refetch,
  });
  return (
    <div className={classes.avatarField}>
      <PersonMark name={user.name} avatar={user.avatar} size={72} />
      <div className={classes.stack}>
        <p className={classes.small}>{t('avatar.line')}</p>
        <div className={classes.buttons}>
          <FileButton accept={TYPES} onChange={(file) => file && choose.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={choose.isPending}>
                {t(user.avatar ? 'avatar.replace' : 'avatar.choose')}
              </Button>
            )}
          </FileButton>
          {user.avatar && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        <Problem error={choose.error ?? remove.error} />
      </div>
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCrop
            image={chosen}
            onDone={(isSaved) => {
              chosen.close();
              setChosen(undefined);
              if (isSaved) void refetch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
