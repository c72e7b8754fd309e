import { icons, type IconName } from './icons.ts';

type IconProps = {
  name: IconName;
  size?: number;
  className?: string;
  /** Only where the icon stands alone; beside a text it is decoration. */
  label?: string;
};

export function Icon({ name, size = 16, className, label }: IconProps) {
  const Drawing = icons[name];
  const meaning = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <Drawing size={size} stroke={1.75} className={className} focusable="false" {...meaning} />;
}

export type { IconName };
