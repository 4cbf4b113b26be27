TRACE_EVENT(sched_switch,
	TP_PROTO(int prev, int next),
	TP_ARGS(prev, next),
	TP_printk("%d", task_state(prev))
);
