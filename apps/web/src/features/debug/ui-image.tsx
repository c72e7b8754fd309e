import { formatBytes } from '@causeway/contract/bytes.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { imageToDataUrl } from '#platform/images/image-to-data-url.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './ui-image.module.css';

/** RULE-3 to try out: how a picture comes back once it has been turned into text. */
export function UiImage() {
  const { t, i18n } = useTranslation('debug');
  const convert = useMutation({ mutationFn: imageToDataUrl });
  return (
    <div className={classes.image}>
      <FileButton accept="image/*" onChange={(file) => file && convert.mutate(file)}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            loading={convert.isPending}
            leftSection={<Icon name="image" />}
          >
            {t('ui.chooseImage')}
          </Button>
        )}
      </FileButton>
      {convert.isError && <ErrorState error={convert.error} title={t('ui.imageFailed')} />}
      {convert.data && (
        <figure>
          <img src={convert.data} alt={t('ui.imageResult')} />
          <figcaption>
            {t('ui.imageSizes', {
              before: formatBytes(convert.variables.size, i18n.language),
              after: formatBytes(convert.data.length, i18n.language),
            })}
          </figcaption>
        </figure>
      )}
    </div>
  );
}
