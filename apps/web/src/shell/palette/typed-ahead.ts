/**
 * What is typed between the keys that open the palette and the moment its field has the focus: it is
 * loaded then, and without this the first letters would be lost, or written into a cell of the grid.
 */
export type TypedAhead = {
  /** Begins to hold what is typed; returns how to end it. */
  hold(): () => void;
  /** What was held. */
  take(): string;
};

export function createTypedAhead(): TypedAhead {
  let text = '';

  function press(event: KeyboardEvent) {
    // The field has the focus: from here on it hears by itself.
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return stop();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }

  function stop() {
    removeEventListener('keydown', press, true);
  }

  return {
    hold: () => {
      text = '';
      addEventListener('keydown', press, true);
      return stop;
    },
    take: () => {
      const held = text;
      text = '';
      return held;
    },
  };
}
