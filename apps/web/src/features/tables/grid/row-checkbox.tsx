import type { RenderCheckboxProps } from 'react-data-grid';
import { useGridTexts } from './grid-texts.tsx';
import classes from './rows-grid.module.css';

/** Ticks a row; the one in the header ticks all of them. */
export function RowCheckbox({ onChange, indeterminate, ...box }: RenderCheckboxProps) {
  return <Box {...box} isSome={indeterminate ?? false} onTick={onChange} />;
}

type BoxProps = Omit<RenderCheckboxProps, 'onChange' | 'indeterminate'> & {
  isSome: boolean;
  onTick: RenderCheckboxProps['onChange'];
};

/** Apart, since the grid calls the above instead of drawing it, where no hook can be used. */
function Box({ isSome, onTick, ...box }: BoxProps) {
  const { select } = useGridTexts();
  return (
    <input
      {...box}
      type="checkbox"
      className={classes.checkbox}
      aria-label={box['aria-label'] ?? select}
      ref={(element) => {
        if (element) element.indeterminate = isSome;
      }}
      onChange={(event) =>
        onTick(event.target.checked, (event.nativeEvent as PointerEvent).shiftKey)
      }
    />
  );
}
