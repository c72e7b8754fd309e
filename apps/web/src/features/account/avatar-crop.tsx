import { accountRoutes, AVATAR_SIZE } from '@causeway/contract/account.ts';
import { Button, Group, Modal, Slider } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { drawWebp } from '#platform/images/webp.ts';
import classes from './account.module.css';
import { moveCut, type SquareCut, wholeCut, zoomCut } from './square-cut.ts';
import { Problem } from './problem.tsx';

const SHOWN = 240;
/** Twice what is kept, for a sharp picture; the server makes the rest. */
const SENT = AVATAR_SIZE * 2;
const KEY_STEP = 8;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

type AvatarCropProps = { image: ImageBitmap; onDone: (isSaved: boolean) => void };

/** The square that is kept, moved with pointer or arrow keys and widened with a slider. */
export default function AvatarCrop({ image, onDone }: AvatarCropProps) {
  const { t } = useTranslation('account');
  const [cut, setCut] = useState<SquareCut>(() => wholeCut(image));
  const save = useMutation({
    mutationFn: async () => {
      const { left, top, side } = cut;
      const part = { left, top, width: side, height: side };
      const body = await drawWebp(image, part, { width: SENT, height: SENT });
      await api.call(accountRoutes.putAvatar, { body });
    },
    onSuccess: () => onDone(true),
  });
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={t('avatar.cropTitle')}
      closeButtonProps={{ 'aria-label': t('avatar.cancel') }}
      size={320}
      centered
    >
      <div className={classes.crop}>
        <CutView image={image} cut={cut} onChange={setCut} />
        <Slider
          label={null}
          thumbLabel={t('avatar.zoom')}
          min={1}
          max={4}
          step={0.05}
          w={SHOWN}
          value={cut.zoom}
          onChange={(zoom) => setCut((before) => zoomCut(image, before, zoom))}
        />
        <Problem error={save.error} />
        <Group justify="flex-end" gap="xs" w={SHOWN}>
          <Button variant="default" onClick={() => onDone(false)}>
            {t('avatar.cancel')}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {t('avatar.save')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

type CutViewProps = { image: ImageBitmap; cut: SquareCut; onChange: (cut: SquareCut) => void };

function CutView({ image, cut, onChange }: CutViewProps) {
  const { t } = useTranslation('account');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const { left, top, side } = cut;
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, SENT, SENT);
    context?.drawImage(image, left, top, side, side, 0, 0, SENT, SENT);
  }, [image, cut]);

  function move(x: number, y: number) {
    const scale = cut.side / SHOWN;
    onChange(moveCut(image, cut, { x: x * scale, y: y * scale }));
  }
  function drag({ movementX, movementY }: PointerEvent) {
    if (isDragged) move(-movementX, -movementY);
  }
  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  }
  return (
    <button
      type="button"
      aria-label={t('avatar.move')}
      className={classes.cropView}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onKeyDown={press}
    >
      <canvas ref={canvas} width={SENT} height={SENT} className={classes.cropPicture} />
    </button>
  );
}
