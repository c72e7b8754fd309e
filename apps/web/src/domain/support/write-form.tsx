import { supportRoutes } from '@causeway/contract/support.ts';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './support.module.css';
import { takePicture } from './take-picture.ts';

type Written = { text: string; files: string[] };
type WriteFormProps = {
  label: string;
  /** Whether there is a page beside the form to take a picture of. */
  canTakePicture: boolean;
  onSend: (written: Written) => Promise<unknown>;
};

/** What is sent along is shown first: nobody sends a picture they have not seen. */
export function WriteForm({ label, canTakePicture, onSend }: WriteFormProps) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<Blob>();
  const [isDataHidden, setDataHidden] = useState(true);
  const take = useMutation({
    mutationFn: (hidden: boolean) => takePicture({ isDataHidden: hidden }),
    onSuccess: setPicture,
  });
  const send = useMutation({
    mutationFn: async (sent: { text: string; picture: Blob | undefined }) => {
      const { picture: shown } = sent;
      const files = shown ? [(await api.call(supportRoutes.upload, { body: shown })).id] : [];
      await onSend({ text: sent.text.trim(), files });
    },
    // What is typed or taken while it is on its way is for the next one.
    onSuccess: (_, sent) => {
      setText((now) => (now === sent.text ? '' : now));
      if (picture !== sent.picture) return;
      setPicture(undefined);
      take.reset();
    },
  });
  const problem = send.error ?? take.error;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate({ text, picture });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={label}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {picture && (
        <Preview picture={picture} onRemove={() => setPicture(undefined)}>
          {take.isSuccess && (
            <Checkbox
              size="xs"
              label={t('hideData')}
              checked={isDataHidden}
              disabled={take.isPending}
              onChange={(event) => {
                setDataHidden(event.currentTarget.checked);
                take.mutate(event.currentTarget.checked);
              }}
            />
          )}
        </Preview>
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {errorText(problem)}
        </p>
      )}
      <div className={classes.formFoot}>
        {canTakePicture && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="image" />}
            loading={take.isPending}
            onClick={() => take.mutate(isDataHidden)}
          >
            {t('takePicture')}
          </Button>
        )}
        {!canTakePicture && (
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => file && setPicture(file)}
          >
            {(props) => (
              <Button {...props} variant="subtle" size="xs" leftSection={<Icon name="image" />}>
                {t('choosePicture')}
              </Button>
            )}
          </FileButton>
        )}
        <Button
          type="submit"
          size="xs"
          className={classes.send}
          disabled={text.trim() === ''}
          loading={send.isPending}
        >
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

type PreviewProps = { picture: Blob; onRemove: () => void; children: React.ReactNode };

function Preview({ picture, onRemove, children }: PreviewProps) {
  const { t } = useTranslation('support');
  const [address] = useState(() => new Map<Blob, string>());
  if (!address.has(picture)) {
    for (const old of address.values()) URL.revokeObjectURL(old);
    address.clear();
    address.set(picture, URL.createObjectURL(picture));
  }
  return (
    <div className={classes.preview}>
      <img src={address.get(picture)} alt={t('preview')} />
      <div className={classes.previewFoot}>
        {children}
        <button type="button" className={classes.plain} onClick={onRemove}>
          {t('removePicture')}
        </button>
      </div>
    </div>
  );
}
