import { formatBytes } from '@causeway/contract/bytes.ts';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { bytesText, findBytes, hexDump } from './bytes-text.ts';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { fieldProps } from './field-props.ts';
import classes from './value-editor.module.css';

/** Longer ones are shown by their beginning, and changed by choosing a file. */
const LONGEST_TYPED = 20_000;
const DUMP_LINES = 64;

export function BytesEditor(props: EditorProps) {
  const { t, i18n } = useTranslation('value-editors');
  const { column, label, value, onChange, isReadOnly } = props;
  const text = textOfValue(value);
  const isSet = value !== undefined && 'set' in value;
  const bytes = isSet ? findBytes(text) : undefined;
  async function take(file: File | null) {
    if (file) onChange({ set: bytesText(new Uint8Array(await file.arrayBuffer())) });
  }
  return (
    <>
      {text.length <= LONGEST_TYPED && (
        <Textarea
          {...fieldProps(props)}
          aria-label={t('hex', { field: label })}
          className={classes.mono}
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => onChange({ set: event.currentTarget.value })}
        />
      )}
      {bytes && bytes.length > 0 && (
        // A long dump scrolls, which a keyboard needs a tab stop for.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes.dump} tabIndex={0} aria-label={t('hex', { field: label })}>
          {hexDump(bytes, DUMP_LINES)}
        </pre>
      )}
      <div className={classes.below}>
        {!isReadOnly && (
          <FileButton onChange={(file) => void take(file)}>
            {(button) => (
              <Button
                {...button}
                size="compact-xs"
                variant="default"
                leftSection={<Icon name="upload" size={13} />}
              >
                {t('upload')}
              </Button>
            )}
          </FileButton>
        )}
        {bytes && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="download" size={13} />}
              onClick={() => saveAsFile(bytes, `${column.name}.bin`)}
            >
              {t('download')}
            </Button>
            <span className={classes.end}>{formatBytes(bytes.length, i18n.language)}</span>
          </>
        )}
      </div>
    </>
  );
}

function saveAsFile(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
