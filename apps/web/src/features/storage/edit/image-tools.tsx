import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Slider,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import {
  cropInside,
  cutSize,
  imageFormats,
  mirror,
  sizeByHeight,
  sizeByWidth,
  turn,
  turnedSize,
  type Crop,
  type ImageDraft,
  type Size,
} from './image-changes.ts';
import classes from './image-tools.module.css';

type ImageToolsProps = {
  original: Size;
  draft: ImageDraft;
  path: string;
  onDraft: (change: Partial<ImageDraft>) => void;
  onPath: (path: string) => void;
};

export function ImageTools({ original, draft, path, onDraft, onPath }: ImageToolsProps) {
  const { t } = useTranslation('storage');
  return (
    <div className={classes.tools}>
      <section className={classes.part}>
        <h3>{t('image.turn')}</h3>
        <div className={classes.row}>
          <TurnButton
            icon="rotateLeft"
            label={t('image.turnLeft')}
            onClick={() => onDraft(turn(draft, 270, original))}
          />
          <TurnButton
            icon="rotateRight"
            label={t('image.turnRight')}
            onClick={() => onDraft(turn(draft, 90, original))}
          />
          <TurnButton
            icon="flipHorizontal"
            label={t('image.flop')}
            isPressed={draft.flop}
            onClick={() => onDraft(mirror(draft, 'flop', original))}
          />
          <TurnButton
            icon="flipVertical"
            label={t('image.flip')}
            isPressed={draft.flip}
            onClick={() => onDraft(mirror(draft, 'flip', original))}
          />
        </div>
      </section>
      <CropFields original={original} draft={draft} onDraft={onDraft} />
      <SizeFields original={original} draft={draft} onDraft={onDraft} />
      <FormatFields draft={draft} onDraft={onDraft} />
      <section className={classes.part}>
        <TextInput
          size="xs"
          label={t('image.path')}
          value={path}
          onChange={(event) => onPath(event.currentTarget.value)}
        />
      </section>
    </div>
  );
}

type TurnButtonProps = { icon: IconName; label: string; isPressed?: boolean; onClick: () => void };

function TurnButton({ icon, label, isPressed, onClick }: TurnButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isPressed ? 'light' : 'default'}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}

type FieldsProps = Pick<ImageToolsProps, 'original' | 'draft' | 'onDraft'>;

const sides = ['left', 'top', 'width', 'height'] as const;

function CropFields({ original, draft, onDraft }: FieldsProps) {
  const { t } = useTranslation('storage');
  const size = turnedSize(original, draft);
  const crop: Crop = draft.crop ?? { left: 0, top: 0, ...size };
  return (
    <section className={classes.part}>
      <h3>{t('image.crop')}</h3>
      <p className={classes.hint}>{t('image.cropHint')}</p>
      <div className={classes.fields}>
        {sides.map((side) => (
          <NumberInput
            key={side}
            size="xs"
            label={t(`image.${side}`)}
            min={side === 'left' || side === 'top' ? 0 : 1}
            allowDecimal={false}
            value={crop[side]}
            onChange={(value) => {
              if (typeof value !== 'number') return;
              onDraft({ crop: cropInside({ ...crop, [side]: value }, size), resize: undefined });
            }}
          />
        ))}
      </div>
      {draft.crop && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onDraft({ crop: undefined, resize: undefined })}
        >
          {t('image.noCrop')}
        </Button>
      )}
    </section>
  );
}

function SizeFields({ original, draft, onDraft }: FieldsProps) {
  const { t } = useTranslation('storage');
  const [isLocked, setIsLocked] = useState(true);
  const base = cutSize(original, draft);
  const size = draft.resize ?? base;
  function setSide(side: keyof Size, value: number | string) {
    if (typeof value !== 'number' || value < 1) return;
    const locked = side === 'width' ? sizeByWidth(base, value) : sizeByHeight(base, value);
    onDraft({ resize: isLocked ? locked : { ...size, [side]: value } });
  }
  return (
    <section className={classes.part}>
      <h3>{t('image.resize')}</h3>
      <div className={classes.fields}>
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            size="xs"
            label={t(`image.${side}`)}
            min={1}
            max={20_000}
            allowDecimal={false}
            value={size[side]}
            onChange={(value) => setSide(side, value)}
          />
        ))}
      </div>
      <Checkbox
        size="xs"
        label={t('image.locked')}
        checked={isLocked}
        onChange={(event) => setIsLocked(event.currentTarget.checked)}
      />
    </section>
  );
}

function FormatFields({ draft, onDraft }: Pick<FieldsProps, 'draft' | 'onDraft'>) {
  const { t } = useTranslation('storage');
  const { percent } = useFormats();
  return (
    <section className={classes.part}>
      <NativeSelect
        size="xs"
        label={t('image.format')}
        value={draft.format ?? ''}
        data={[
          { value: '', label: t('image.keepFormat') },
          ...imageFormats.map((value) => ({ value, label: value.toUpperCase() })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onDraft({ format: imageFormats.find((known) => known === value) })
        }
      />
      {draft.format && draft.format !== 'png' && (
        <div>
          <span className={classes.hint}>
            {t('image.quality')} {percent(draft.quality)}
          </span>
          <Slider
            size="sm"
            min={0.1}
            max={1}
            step={0.05}
            label={null}
            thumbLabel={t('image.quality')}
            value={draft.quality}
            onChange={(quality) => onDraft({ quality })}
          />
        </div>
      )}
    </section>
  );
}
