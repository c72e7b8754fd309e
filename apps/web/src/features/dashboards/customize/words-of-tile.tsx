import type { PlainKind, Tile } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type PlainTile = Extract<Tile, { kind: PlainKind }>;
type ImageParts = Pick<
  Extract<PlainTile, { kind: 'image' }>,
  'connectorId' | 'path' | 'alt' | 'fit'
>;

type WordsOfTileProps = {
  project: Project;
  tile: PlainTile;
  onChange: (tile: PlainTile, kind?: string) => void;
};

/** What a tile without a query shows. */
export function WordsOfTile({ project, tile, onChange }: WordsOfTileProps) {
  const { t } = useTranslation('dashboards');
  if (tile.kind === 'image') {
    return (
      <ImageFields
        project={project}
        parts={tile}
        onChange={(parts) => {
          // A picture without a place can't be kept.
          if (parts.path !== '') onChange({ ...tile, ...parts }, 'image');
        }}
      />
    );
  }
  if (tile.kind === 'link') {
    return (
      <>
        <TextInput
          label={t('linkTo')}
          description={t('linkHint')}
          value={tile.href}
          maxLength={2_000}
          onChange={({ currentTarget: { value } }) => onChange({ ...tile, href: value }, 'href')}
        />
        <TextInput
          label={t('linkText')}
          value={tile.text}
          maxLength={500}
          onChange={({ currentTarget: { value } }) => onChange({ ...tile, text: value }, 'text')}
        />
      </>
    );
  }
  return (
    <Textarea
      label={t('text')}
      description={t('textHint')}
      value={tile.text}
      autosize
      minRows={5}
      maxRows={16}
      maxLength={20_000}
      onChange={({ currentTarget: { value } }) => onChange({ ...tile, text: value }, 'text')}
    />
  );
}

type ImageFieldsProps = {
  project: Project;
  parts: ImageParts;
  onChange: (parts: ImageParts) => void;
};

export function ImageFields({ project, parts, onChange }: ImageFieldsProps) {
  const { t } = useTranslation('dashboards');
  const { connectorId, path, alt, fit } = parts;
  const put = (part: Partial<ImageParts>) => onChange({ connectorId, path, alt, fit, ...part });
  return (
    <>
      <NativeSelect
        label={t('image.bucket')}
        value={connectorId}
        data={project.connectors.flatMap(({ id, name, implementation }) =>
          implementation === 's3' ? [{ value: id, label: name }] : [],
        )}
        onChange={({ currentTarget: { value } }) => put({ connectorId: value })}
      />
      <TextInput
        label={t('image.path')}
        description={t('image.pathHint')}
        value={path}
        maxLength={1_024}
        onChange={({ currentTarget: { value } }) => put({ path: value })}
      />
      <TextInput
        label={t('image.alt')}
        value={alt}
        maxLength={500}
        onChange={({ currentTarget: { value } }) => put({ alt: value })}
      />
      <NativeSelect
        label={t('image.fit')}
        value={fit}
        data={(['contain', 'cover'] as const).map((value) => ({
          value,
          label: t(`image.fits.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          put({ fit: value === 'cover' ? 'cover' : 'contain' })
        }
      />
    </>
  );
}
