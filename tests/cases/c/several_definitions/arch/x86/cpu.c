void cpu_halt(void)
{
}
