import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';

type CommentFieldProps = {
  label: string;
  text?: string;
  sendLabel: string;
  onSend: (text: string) => Promise<void>;
  onCancel?: () => void;
};

const LONGEST = 4_000;

/** What was typed stays in the field until the server has it, and what is typed meanwhile after that. */
export function CommentField({ label, text = '', sendLabel, onSend, onCancel }: CommentFieldProps) {
  const { t } = useTranslation('snippets');
  const [typed, setTyped] = useState(text);
  const send = useMutation({
    mutationFn: onSend,
    onSuccess: (_, sent) => setTyped((now) => (now === sent ? '' : now)),
  });
  const isBlank = typed.trim() === '';

  function press(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSend && !isBlank && !send.isPending) send.mutate(typed);
    if (event.key === 'Escape') onCancel?.();
  }

  return (
    <div>
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={2}
        maxLength={LONGEST}
        value={typed}
        error={send.error && errorText(send.error)}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={press}
      />
      {(!isBlank || onCancel) && (
        <Group gap="xs" justify="flex-end" mt={8}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button loading={send.isPending} disabled={isBlank} onClick={() => send.mutate(typed)}>
            {sendLabel}
          </Button>
        </Group>
      )}
    </div>
  );
}
