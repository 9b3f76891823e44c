import type { LucideIcon } from "lucide-react";

export interface StageButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
}

/** A button that is an icon, large enough for a thumb. */
export function StageButton({ label, icon: Icon, onClick }: StageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 cursor-pointer place-items-center rounded-md border border-edge bg-surface hover:bg-sunken"
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
