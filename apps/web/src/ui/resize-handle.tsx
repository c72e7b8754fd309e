import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './resize-handle.module.css';

type ResizeHandleProps = {
  label: string;
  /** The pane lies on this side of the page, so dragging away from it makes it larger. */
  side: 'left' | 'right' | 'bottom';
  size: number;
  min: number;
  max: number;
  /** While dragging; the pane follows the pointer. */
  onDrag: (size: number) => void;
  /** Once at the end: this is the size to remember. */
  onResize: (size: number) => void;
  onReset: () => void;
};

const STEP = 16;

/** Arrow keys resize (with Shift in larger steps), Enter and a double click go back to the default. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, side, size, min, max, onDrag, onResize, onReset } = props;
  const start = useRef<{ pointer: number; size: number; isMoved: boolean }>(undefined);
  const isUpright = side !== 'bottom';
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  function sizeAt(event: PointerEvent): number | undefined {
    if (!start.current) return undefined;
    const distance = (isUpright ? event.clientX : event.clientY) - start.current.pointer;
    return clamp(start.current.size + (side === 'left' ? distance : -distance));
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = {
      pointer: isUpright ? event.clientX : event.clientY,
      size,
      isMoved: false,
    };
  }

  function drag(event: PointerEvent) {
    const next = sizeAt(event);
    if (!start.current || next === undefined) return;
    start.current.isMoved ||= next !== start.current.size;
    onDrag(next);
  }

  function release(event: PointerEvent) {
    const next = sizeAt(event);
    // The size shown follows the pointer, so it does not tell whether there is anything to remember.
    if (next !== undefined && start.current?.isMoved) onResize(next);
    start.current = undefined;
  }

  function resizeByKey(event: KeyboardEvent) {
    const next = sizeByKey(event);
    if (next === undefined) return;
    event.preventDefault();
    if (next === 'reset') onReset();
    else onResize(clamp(next));
  }

  function sizeByKey({ key, shiftKey }: KeyboardEvent): number | 'reset' | undefined {
    const step = shiftKey ? STEP * 4 : STEP;
    const [larger, smaller] = {
      left: ['ArrowRight', 'ArrowLeft'],
      right: ['ArrowLeft', 'ArrowRight'],
      bottom: ['ArrowUp', 'ArrowDown'],
    }[side];
    if (key === larger) return size + step;
    if (key === smaller) return size - step;
    if (key === 'Home') return min;
    if (key === 'End') return max;
    return key === 'Enter' ? 'reset' : undefined;
  }

  return (
    // A separator that can be moved is a control: it takes focus and keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes.handle}
      data-side={side}
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={onReset}
      onKeyDown={resizeByKey}
    />
  );
}
